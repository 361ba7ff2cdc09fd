package poll

// Task is work on what one connection receives. Only Start makes one.
type Task struct {
	conn *Conn
	run  func() (more bool)
	on   *runner // who runs it now; nil while it is parked
}

// runner is a goroutine that runs a loop, until a task on it calls Leave.
type runner struct {
	loop *loop
	left bool // it runs the loop no more
}

// Start makes a task of run and runs it, on a goroutine of its own at first. When run returns true, the task is parked
// until its connection has something to read, is closed or has passed its read deadline; then run is called again, by a
// loop or by a goroutine, never by two at a time. A connection can have one task.
//
// run must have read until ErrNotReady, or it will be called again at once, after others had their turn.
func (c *Conn) Start(run func(t *Task) (more bool)) *Task {
	t := &Task{conn: c}
	t.run = func() bool { return run(t) }
	go t.resume()
	return t
}

// Leave must be called, by run, before it does anything that may block: from there to its end it has a goroutine of
// its own. A nil task has always left.
func (t *Task) Leave() {
	if t == nil || t.on.left {
		return
	}
	t.on.left = true
	t.on.loop.handOver()
}

// resume runs a task on a goroutine that has no loop.
func (t *Task) resume() { (&runner{left: true}).do(t) }

// do runs a task until it is parked or over. A task that is not to be parked, because there is something to read again,
// waits until the others of the loop had their turn.
func (o *runner) do(t *Task) {
	for {
		t.on = o
		more := t.run()
		t.on = nil
		if !more || t.conn.park(t) {
			return // and t may be running elsewhere by now
		}
		if !o.left {
			o.loop.again = append(o.loop.again, t)
			return
		}
	}
}
