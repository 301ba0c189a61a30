//go:build ignore

package main

// The workloads as tcell draws them: the cells of a frame are set, and Show finds out what has changed.

import (
	"fmt"
	"os"

	"github.com/gdamore/tcell/v2"
)

var (
	plain   = tcell.StyleDefault
	bold    = plain.Bold(true)
	reverse = plain.Reverse(true)
	green   = plain.Foreground(tcell.ColorGreen)
	yellow  = plain.Foreground(tcell.ColorOlive)
)

type program struct {
	screen tcell.Screen
	table  *table
}

func (program *program) put(row, column int, text string, style tcell.Style) {
	for _, character := range text {
		program.screen.SetContent(column, row, character, nil, style)
		column++
	}
}

func (program *program) box(row, column, rows, columns int, corners [4]rune) {
	right, bottom := column+columns-1, row+rows-1
	for place := column + 1; place < right; place++ {
		program.screen.SetContent(place, row, tcell.RuneHLine, nil, plain)
		program.screen.SetContent(place, bottom, tcell.RuneHLine, nil, plain)
	}
	for place := row + 1; place < bottom; place++ {
		program.screen.SetContent(column, place, tcell.RuneVLine, nil, plain)
		program.screen.SetContent(right, place, tcell.RuneVLine, nil, plain)
	}
	program.screen.SetContent(column, row, corners[0], nil, plain)
	program.screen.SetContent(right, row, corners[1], nil, plain)
	program.screen.SetContent(column, bottom, corners[2], nil, plain)
	program.screen.SetContent(right, bottom, corners[3], nil, plain)
}

var square = [4]rune{tcell.RuneULCorner, tcell.RuneURCorner, tcell.RuneLLCorner, tcell.RuneLRCorner}
var rounded = [4]rune{'╭', '╮', '╰', '╯'}

func (program *program) draw(name string, step int) {
	program.screen.Clear()
	program.put(0, 0, name, bold)
	program.put(0, 10, fmt.Sprintf("step %d", step), plain)
	switch name {
	case "counter":
		program.box(10, 20, 5, 40, square)
		program.put(12, 34, counterText(step), bold.Foreground(tcell.ColorGreen))
	case "log":
		for row := 0; row < logRows; row++ {
			style := plain
			if isWarning(step + row) {
				style = yellow
			}
			program.put(1+row, 0, logLine(step+row), style)
		}
	case "table":
		program.put(1, 0, tableHeader, bold)
		for row := 0; row < tableRows; row++ {
			style := plain
			if row == step%tableRows {
				style = reverse
			}
			program.put(2+row, 0, program.table.line(row), style)
		}
	case "bars":
		for bar, label := range labels {
			value := barValue(bar, step)
			text, width := barText(value)
			program.put(2+bar, 0, label, plain)
			program.put(2+bar, 9, text, green)
			program.put(2+bar, 10+width, fmt.Sprint(value), plain)
		}
	case "boxes":
		for panel := 0; panel < panels; panel++ {
			row, column := 1+panel/4*panelHeight, panel%4*panelWidth
			program.box(row, column, panelHeight, panelWidth, square)
			program.put(row, column+2, fmt.Sprintf(" panel %d ", panel+1), plain)
			program.box(row+1, column+1, panelHeight-2, panelWidth-2, rounded)
			for line, text := range panelLines(panel, step) {
				program.put(row+2+line, column+2, text, plain)
			}
		}
	}
	program.screen.Show()
}

func main() {
	name := ""
	for _, known := range names {
		if len(os.Args) == 2 && os.Args[1] == known {
			name = known
		}
	}
	screen, err := tcell.NewScreen()
	if name == "" || err != nil || screen.Init() != nil {
		fmt.Fprintln(os.Stderr, "usage: tcell counter|log|table|bars|boxes")
		os.Exit(64)
	}
	defer screen.Fini()
	program := program{screen, newTable()}
	step := 0
	program.draw(name, step)
	for {
		switch event := screen.PollEvent().(type) {
		case *tcell.EventResize:
			screen.Sync()
		case *tcell.EventKey:
			switch event.Rune() {
			case 'n':
				step++
				program.table.advance(step)
				program.draw(name, step)
			case 'q':
				return
			}
		}
	}
}
