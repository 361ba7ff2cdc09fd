package wire

import "sync"

// Buffers of the usual sizes go from session to session; others are the garbage collector's.
var (
	waitBuffers = sync.Pool{New: func() any { return new([waitBuffer]byte) }}
	readBuffers = sync.Pool{New: func() any { return new([readBuffer]byte) }}
	bulkBuffers = sync.Pool{New: func() any { return new([bulkBuffer]byte) }}
)

// newBuffer returns n bytes that hold anything.
func newBuffer(n int) []byte {
	switch n {
	case waitBuffer:
		return waitBuffers.Get().(*[waitBuffer]byte)[:]
	case readBuffer:
		return readBuffers.Get().(*[readBuffer]byte)[:]
	case bulkBuffer:
		return bulkBuffers.Get().(*[bulkBuffer]byte)[:]
	}
	return make([]byte, n)
}

// freeBuffer takes back what newBuffer returned, all of it. Nobody may use it any more.
func freeBuffer(b []byte) {
	switch len(b) {
	case waitBuffer:
		waitBuffers.Put((*[waitBuffer]byte)(b))
	case readBuffer:
		readBuffers.Put((*[readBuffer]byte)(b))
	case bulkBuffer:
		bulkBuffers.Put((*[bulkBuffer]byte)(b))
	}
}
