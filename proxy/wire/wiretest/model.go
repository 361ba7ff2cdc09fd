package wiretest

import "math/rand/v2"

// Model is what PostgreSQL does, as far as it matters to who answers what: one message in, its replies out.
type Model struct {
	Rand     *rand.Rand
	skipping bool
	Copying  byte // 'Q' or 'E' while it receives COPY data
}

// Take returns the types of the replies to a message of a type.
func (m *Model) Take(typ byte) string {
	if m.Copying != 0 {
		return m.takeCopy(typ)
	}
	if m.skipping && typ != 'S' {
		return ""
	}
	fails := m.Rand.IntN(5) == 0
	switch {
	case typ == 'S' && fails && !m.skipping:
		return "EZ"
	case typ == 'S':
		m.skipping = false
		return "Z"
	case typ == 'c', typ == 'f', typ == 'H':
		return ""
	case typ == 'Q' && fails:
		return "TDEZ"
	case typ == 'Q' && m.Rand.IntN(4) == 0, typ == 'E' && !fails && m.Rand.IntN(4) == 0:
		m.Copying = typ
		return "G"
	case typ == 'Q':
		return []string{"TDDCZ", "IZ", "CTDCZ", "HddcCZ"}[m.Rand.IntN(4)]
	case fails:
		m.skipping = true
		return "E"
	}
	return map[byte][]string{'P': {"1"}, 'B': {"2"}, 'C': {"3"}, 'D': {"tT", "tn", "T", "n"},
		'E': {"DDC", "s", "I", "NC", "HddcC"}}[typ][m.Rand.IntN(map[byte]int{'P': 1, 'B': 1, 'C': 1, 'D': 4, 'E': 5}[typ])]
}

// takeCopy receives COPY data: Sync and Flush are ignored. Anything else than data or its end loses the connection on a
// real server, so the model's client does not send it.
func (m *Model) takeCopy(typ byte) string {
	by := m.Copying
	switch {
	case typ == 'c' && m.Rand.IntN(4) > 0:
		m.Copying = 0
		if by == 'Q' {
			return "CZ"
		}
		return "C"
	case typ == 'c', typ == 'f':
		m.Copying, m.skipping = 0, by == 'E'
		if by == 'Q' {
			return "EZ"
		}
		return "E"
	}
	return ""
}
