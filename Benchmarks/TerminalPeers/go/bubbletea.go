//go:build ignore

package main

// The workloads as Bubble Tea draws them: the view is a string, of which changed lines are written.

import (
	"fmt"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// What a styling library makes of a text, without the work of doing it again.
func styled(code, text string) string { return "\x1b[" + code + "m" + text + "\x1b[0m" }

type model struct {
	name  string
	step  int
	table *table
	// The lines of the log as they are shown; those that change no more are kept.
	lines []string
}

func styledLogLine(number int) string {
	if isWarning(number) {
		return styled("33", logLine(number))
	}
	return logLine(number)
}

func newModel(name string) model {
	model := model{name: name, table: newTable()}
	for number := 0; number < logRows; number++ {
		model.lines = append(model.lines, styledLogLine(number))
	}
	return model
}

func (model model) Init() tea.Cmd { return nil }

func (model model) Update(message tea.Msg) (tea.Model, tea.Cmd) {
	if key, isKey := message.(tea.KeyMsg); isKey {
		switch key.String() {
		case "n":
			model.step++
			switch model.name {
			case "log":
				model.lines = append(model.lines[1:], styledLogLine(model.step+logRows-1))
			case "table":
				model.table.advance(model.step)
			}
		case "q":
			return model, tea.Quit
		}
	}
	return model, nil
}

func (model model) View() string {
	var view strings.Builder
	view.WriteString(styled("1", model.name))
	view.WriteString(strings.Repeat(" ", 10-len(model.name)))
	fmt.Fprintf(&view, "step %d", model.step)
	switch model.name {
	case "counter":
		model.viewCounter(&view)
	case "log":
		for _, line := range model.lines {
			view.WriteString("\n" + line)
		}
	case "table":
		view.WriteString("\n" + styled("1", tableHeader))
		for row := 0; row < tableRows; row++ {
			line := model.table.line(row)
			if row == model.step%tableRows {
				line = styled("7", line)
			}
			view.WriteString("\n" + line)
		}
	case "bars":
		view.WriteString("\n")
		for bar, label := range labels {
			value := barValue(bar, model.step)
			text, _ := barText(value)
			fmt.Fprintf(&view, "\n%-9s%s %d", label, styled("32", text), value)
		}
	case "boxes":
		model.viewBoxes(&view)
	}
	return view.String()
}

const line = "──────────────────────────────────────"

func (model model) viewCounter(view *strings.Builder) {
	margin := "\n" + strings.Repeat(" ", 20)
	blank := margin + "│" + strings.Repeat(" ", 38) + "│"
	view.WriteString(strings.Repeat("\n", 9))
	view.WriteString(margin + "┌" + line + "┐" + blank)
	view.WriteString(margin + "│             " + styled("1;32", counterText(model.step)) + "             │")
	view.WriteString(blank + margin + "└" + line + "┘")
}

func (model model) viewBoxes(view *strings.Builder) {
	const character = len("─")
	inner := "│╭" + line[:16*character] + "╮│"
	for first := 0; first < panels; first += 4 {
		view.WriteString("\n")
		for panel := first; panel < first+4; panel++ {
			title := fmt.Sprintf(" panel %d ", panel+1)
			view.WriteString("┌─" + title + line[:(17-len(title))*character] + "┐")
		}
		view.WriteString("\n" + strings.Repeat(inner, 4))
		for row := 0; row < 3; row++ {
			view.WriteString("\n")
			for panel := first; panel < first+4; panel++ {
				fmt.Fprintf(view, "││%-16s││", panelLines(panel, model.step)[row])
			}
		}
		view.WriteString("\n" + strings.Repeat("│╰"+line[:16*character]+"╯│", 4))
		view.WriteString("\n" + strings.Repeat("└"+line[:18*character]+"┘", 4))
	}
}

func main() {
	for _, name := range names {
		if len(os.Args) == 2 && os.Args[1] == name {
			if err := tea.NewProgram(newModel(name), tea.WithAltScreen()).Start(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(69)
			}
			return
		}
	}
	fmt.Fprintln(os.Stderr, "usage: bubbletea counter|log|table|bars|boxes")
	os.Exit(64)
}
