module switchyard

go 1.26
