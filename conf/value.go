package conf

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// assign parses the text of a setting into the field that dst points to. A list comes as several texts, everything else
// as one. The error says what is allowed.
func assign(dst any, texts []string) error {
	if list, ok := dst.(*[]string); ok {
		*list = splitList(texts)
		return nil
	}
	if len(texts) != 1 {
		return errors.New("one value is needed, not a list")
	}
	text := strings.TrimSpace(texts[0])
	switch dst := dst.(type) {
	case *string:
		*dst = text
	case *Secret:
		*dst = Secret(text)
	case *bool:
		return parse(dst, text, strconv.ParseBool, "true or false")
	case *int:
		return parse(dst, text, strconv.Atoi, "a whole number")
	case *int64:
		return parse(dst, text, parseInt64, "a whole number")
	case *float64:
		return parse(dst, text, parseFloat, "a number")
	case *time.Duration:
		return parse(dst, text, time.ParseDuration, "a time with its unit, such as 500ms, 30s or 2m")
	case *Bytes:
		return parse(dst, text, parseBytes, "a size, such as 512B, 16kB or 4MB")
	case *slog.Level:
		return parse(dst, text, parseLevel, "one of debug, info, warn, error")
	case *Upstream:
		u, err := ParseUpstream(text)
		*dst = u
		return err
	default:
		panic(fmt.Sprintf("conf: setting of type %T", dst))
	}
	return nil
}

func parse[T any](dst *T, text string, f func(string) (T, error), allowed string) error {
	v, err := f(text)
	if err != nil {
		return errors.New("it must be " + allowed)
	}
	*dst = v
	return nil
}

func parseInt64(text string) (int64, error) { return strconv.ParseInt(text, 10, 64) }

func parseFloat(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err == nil && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return 0, strconv.ErrRange
	}
	return f, err
}

func parseLevel(text string) (slog.Level, error) {
	levels := []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError}
	for _, l := range levels {
		if strings.EqualFold(text, l.String()) {
			return l, nil
		}
	}
	return 0, errors.New("unknown level")
}

// units of sizes are powers of 1024, as in postgresql.conf.
var units = []struct {
	suffix string
	size   Bytes
}{
	{"TiB", 1 << 40}, {"TB", 1 << 40}, {"GiB", 1 << 30}, {"GB", 1 << 30}, {"MiB", 1 << 20}, {"MB", 1 << 20},
	{"KiB", 1 << 10}, {"kB", 1 << 10}, {"KB", 1 << 10}, {"B", 1},
}

func parseBytes(text string) (Bytes, error) {
	size := Bytes(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(text, u.suffix); ok {
			text, size = strings.TrimSpace(number), u.size
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/int64(size) {
		return 0, strconv.ErrRange
	}
	return Bytes(n) * size, nil
}

// String returns the size in the largest unit that divides it.
func (b Bytes) String() string {
	for _, u := range units {
		if b >= u.size && b%u.size == 0 && !strings.Contains(u.suffix, "i") {
			return strconv.FormatInt(int64(b/u.size), 10) + u.suffix
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}

// splitList also accepts commas, since an environment variable cannot hold a list.
func splitList(texts []string) []string {
	var list []string
	for _, t := range texts {
		for part := range strings.SplitSeq(t, ",") {
			if part = strings.TrimSpace(part); part != "" && !slices.Contains(list, part) {
				list = append(list, part)
			}
		}
	}
	return list
}

// format returns the text of a value, as it may stand in a file.
func format(v any) any {
	switch v := v.(type) {
	case *[]string:
		if *v == nil {
			return []string{}
		}
		return *v
	case *time.Duration:
		return shortDuration(*v)
	case *Secret:
		return v.String()
	case *slog.Level:
		return strings.ToLower(v.String())
	case *Bytes:
		return v.String()
	case *Upstream:
		return v.String()
	case *string:
		return *v
	case *int:
		return *v
	case *int64:
		return *v
	case *float64:
		return *v
	case *bool:
		return *v
	}
	panic(fmt.Sprintf("conf: setting of type %T", v))
}

// shortDuration drops the zero units that time.Duration prints: 2m0s is 2m.
func shortDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
