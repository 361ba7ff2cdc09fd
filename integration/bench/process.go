package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a proxy that runs.
type process struct {
	cmd    *exec.Cmd
	output bytes.Buffer
}

// startProcess starts a proxy and waits until it listens. unprivileged lets root step down, for programs that insist.
func startProcess(port int, unprivileged bool, name string, args ...string) (*process, error) {
	p := &process{cmd: exec.Command(name, args...)}
	p.cmd.Stdout, p.cmd.Stderr = &p.output, &p.output
	if unprivileged && os.Geteuid() == 0 {
		u, err := user.Lookup("nobody")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.ParseUint(u.Uid, 10, 32) // a number on every system with accounts
		gid, _ := strconv.ParseUint(u.Gid, 10, 32)
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	for range 200 {
		conn, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err == nil {
			conn.Close()
			return p, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.stop()
	return nil, fmt.Errorf("%s does not listen: %s", name, p.output.String())
}

// stop ends the process. A nil one has ended.
func (p *process) stop() {
	if p == nil {
		return
	}
	// By force: its clients are gone.
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// clockTicks is USER_HZ, which is 100 wherever Linux runs Go.
const clockTicks = 100

// cpu returns the CPU time of the proxy's process, user and system; 0 without a proxy or without /proc.
func (t *target) cpu() time.Duration {
	if t.process == nil {
		return 0
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", t.process.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / clockTicks
}

// rss returns the resident memory of the proxy's process, in bytes; 0 without /proc.
func (t *target) rss() int {
	statm, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", t.process.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(statm))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return pages * os.Getpagesize()
}

// record lets perf watch pgask while a workload runs.
func (t *target) record(ctx context.Context, o options, name string) (stop func()) {
	if o.profile == "" || t.name != pgask {
		return func() {}
	}
	file := filepath.Join(o.profile, strings.ReplaceAll(name, " ", "-")+".perf")
	cmd := exec.CommandContext(ctx, "perf", "record", "-q", "-g", "-o", file, "-p", strconv.Itoa(t.process.cmd.Process.Pid))
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(os.Stderr, "perf:", err)
		return func() {}
	}
	return func() {
		// perf writes its file when it is interrupted, and says so by its exit code.
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}
}

// program finds a program on the PATH or where Debian keeps the server's; "" if there is none.
func program(name string) string {
	for _, path := range []string{name, "/usr/sbin/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name) // the pattern is well-formed
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

// machine describes the machine that the figures come from.
func machine() string {
	model := errors.New("processor unknown").Error()
	info, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		for line := range strings.Lines(string(info)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	load, _ := os.ReadFile("/proc/loadavg") // nothing without it
	return fmt.Sprintf("%s, %d CPUs, %s/%s, load %s", model, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, bytes.TrimSpace(load))
}
