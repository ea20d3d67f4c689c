package store

import (
	"errors"
	"fmt"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// packing is how a body is stored. The numbers stand in files.
type packing int

const (
	asItCame packing = 0
	packed   packing = 1 // by zstd, with a checksum
)

// packFrom is the minimum size, in bytes, of bodies that are compressed.
const packFrom = 128

// packer compresses bodies. It is safe for concurrent use.
type packer struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}

func newPacker() (*packer, error) {
	// The better levels make a typical answer 5 % smaller but take longer than the
	// rest of a Put. The memory of an encoder grows with the window, and there is
	// one for each processor.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		return nil, err
	}
	return &packer{enc, dec}, nil
}

func (p *packer) close() {
	p.enc.Close()
	p.dec.Close()
}

// pack returns the form in which to store a body: never the same slice, and never
// nil.
func (p *packer) pack(body []byte) ([]byte, packing) {
	if len(body) >= packFrom {
		small := p.enc.EncodeAll(body, make([]byte, 0, len(body)/2))
		if len(small) < len(body) {
			return small, packed
		}
	}
	return append(make([]byte, 0, len(body)), body...), asItCame
}

// unpack returns the original body; never the same slice.
func (p *packer) unpack(stored []byte, how packing, size int) ([]byte, error) {
	if size < 0 || size > maxBody {
		return nil, fmt.Errorf("a body of %d bytes", size)
	}
	var body []byte
	switch how {
	case asItCame:
		body = slices.Clone(stored)
	case packed:
		var err error
		if body, err = p.dec.DecodeAll(stored, make([]byte, 0, size)); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("unknown packing %d", how)
	}
	if len(body) != size {
		return nil, errors.New("the size has changed")
	}
	return body, nil
}
