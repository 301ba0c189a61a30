//go:build ignore

package main

import (
	"fmt"
	"strings"
)

// The data of the workloads, which both programs in Go show.

var names = []string{"counter", "log", "table", "bars", "boxes"}

func counterText(step int) string { return fmt.Sprintf("value: %5d", step*7%10_000) }

func isWarning(number int) bool { return number%5 == 0 }

func logLine(number int) string {
	level := "notice "
	if isWarning(number) {
		level = "warning"
	}
	return fmt.Sprintf("%02d:%02d:%02d %s request %d took %d ms",
		(12+number/3600)%24, number/60%60, number%60, level, number*7919%100_000, number*31%900)
}

const (
	logRows   = 23
	tableRows = 20
)

var services = []string{"gateway", "sessions", "search", "mail", "billing"}
var states = []string{"running", "sleeping", "waiting"}

type row struct{ cpu, memory, state int }

type table struct{ rows [tableRows]row }

func newTable() *table {
	table := &table{}
	for number := range table.rows {
		table.rows[number] = row{number * 53 % 1000, number * 911 % 10_000, number % 3}
	}
	return table
}

func (table *table) advance(step int) {
	table.rows[step*7%tableRows].cpu = step * 37 % 1000
	table.rows[(step*11+5)%tableRows].memory = step * 613 % 10_000
	table.rows[(step*13+9)%tableRows].state = step % 3
}

const tableHeader = "  ID NAME         STATE       CPU   MEMORY COMMAND                              "

func (table *table) line(number int) string {
	row, service := table.rows[number], services[number%5]
	return fmt.Sprintf("%4d %-12s %-8s %6s %8s %-37s",
		1000+number*37, fmt.Sprintf("%s-%d", service, number), states[row.state],
		fmt.Sprintf("%d.%d", row.cpu/10, row.cpu%10),
		fmt.Sprintf("%d.%d", row.memory/10, row.memory%10),
		fmt.Sprintf("/usr/bin/%s --worker %d", service, number))
}

var labels = []string{
	"gateway", "sessions", "search", "mail", "billing", "storage",
	"queue", "cache", "metrics", "traces", "login", "reports",
}

func barValue(bar, step int) int {
	turn := (step*(bar%4+1)+37*bar)%400 - 200
	if turn < 0 {
		turn = -turn
	}
	return 100 + 4*turn
}

var parts = []string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// A value of a thousand as a bar of 67 cells that ends in eighths, and how many cells it takes.
func barText(value int) (string, int) {
	eighths := value * 8 * 67 / 1000
	return strings.Repeat("█", eighths/8) + parts[eighths%8], (eighths + 7) / 8
}

const (
	panels      = 12
	panelWidth  = 20
	panelHeight = 7
)

func panelLines(panel, step int) [3]string {
	turn := (step + panel) / 3
	return [3]string{
		fmt.Sprintf("cpu %4d %%", (turn*17+panel*5)%100),
		fmt.Sprintf("mem %4d MB", (turn*29+panel*31)%1000),
		fmt.Sprintf("net %4d kB", (turn*53+panel*7)%1000),
	}
}
