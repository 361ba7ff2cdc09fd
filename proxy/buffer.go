package proxy

import "sync"

// Buffers of the two usual sizes go from session to session; others are the garbage collector's.
var (
	readBuffers = sync.Pool{New: func() any { return new([readBuffer]byte) }}
	bulkBuffers = sync.Pool{New: func() any { return new([bulkBuffer]byte) }}
)

// newBuffer returns n bytes that hold anything.
func newBuffer(n int) []byte {
	switch n {
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
	case readBuffer:
		readBuffers.Put((*[readBuffer]byte)(b))
	case bulkBuffer:
		bulkBuffers.Put((*[bulkBuffer]byte)(b))
	}
}
