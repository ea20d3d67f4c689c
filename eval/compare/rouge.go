package compare

import (
	"math/bits"
	"slices"
)

// rougeL returns the F1 score of the longest common subsequence of the tokens of two
// texts, as the Python package rouge-score computes it.
func (m *Memo) rougeL(target, prediction string) float64 {
	x, y := m.text(target), m.text(prediction)
	a, b := m.tokensOf(x), m.tokensOf(y)
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	common := float64(m.longestCommon(x, y))
	precision, recall := common/float64(len(b)), common/float64(len(a))
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// longestCommon returns the length of the longest common subsequence of the tokens of
// two texts. If one of them has at most 64, the bits of one word hold a row of the
// usual table (Hyyrö, 2004).
func (m *Memo) longestCommon(x, y *text) int {
	a, b := m.tokensOf(x), m.tokensOf(y)
	if len(a) > 64 {
		x, a, b = y, b, a
	}
	if len(a) > 64 {
		return longestCommon(a, b)
	}
	if x.masks == nil {
		x.masks = make([]uint64, slices.Max(a)+1)
		for i, n := range a {
			x.masks[n] |= 1 << i
		}
	}
	row := ^uint64(0)
	for _, n := range b {
		if int(n) < len(x.masks) {
			hit := row & x.masks[n]
			row = (row + hit) | (row - hit)
		}
	}
	return bits.OnesCount64(^row & (^uint64(0) >> (64 - len(a))))
}

// longestCommon returns the length of the longest common subsequence, computed with
// the usual table.
func longestCommon(a, b []int32) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if x == y {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// tokens splits a text as jieba.cut does if its dictionary has none of the words. A
// block of Chinese characters, letters, digits and + # & . _ % - is split into
// numbers and words ("2.5%", "B12"), what stands between them, and single Chinese
// characters. Outside of blocks each character is a token, and so is each blank. A
// line break of two characters is one token.
func tokens(s string) []string {
	var list []string
	text := []rune(s)
	for i := 0; i < len(text); {
		if !inBlock(text[i]) {
			n := 1
			if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
				n = 2
			}
			list = append(list, string(text[i:i+n]))
			i += n
			continue
		}
		end := i + 1
		for end < len(text) && inBlock(text[end]) {
			end++
		}
		list = blockTokens(list, text[i:end])
		i = end
	}
	return list
}

func inBlock(r rune) bool {
	switch r {
	case '+', '#', '&', '.', '_', '%', '-':
		return true
	}
	return isHan(r) || isAlnum(r)
}

func isHan(r rune) bool { return 0x4e00 <= r && r <= 0x9fd5 }

func isNumeral(r rune) bool { return '0' <= r && r <= '9' }

func isAlnum(r rune) bool {
	return isNumeral(r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// blockTokens appends the tokens of a block.
func blockTokens(list []string, block []rune) []string {
	for i := 0; i < len(block); {
		end := i + 1
		switch {
		case isHan(block[i]):
		case isAlnum(block[i]):
			for end < len(block) && isAlnum(block[end]) {
				end++
			}
			if end+1 < len(block) && block[end] == '.' && isNumeral(block[end+1]) {
				for end++; end < len(block) && isNumeral(block[end]); {
					end++
				}
			}
			if end < len(block) && block[end] == '%' {
				end++
			}
		default:
			for end < len(block) && !isHan(block[end]) && !isAlnum(block[end]) {
				end++
			}
		}
		list = append(list, string(block[i:end]))
		i = end
	}
	return list
}
