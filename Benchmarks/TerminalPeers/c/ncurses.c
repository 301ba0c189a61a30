/* The workloads as ncurses draws them: a frame is written anew into the window, and refresh finds out
   what has changed; the log lets the terminal scroll. */

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GREEN = 1, YELLOW = 2 };

static const char *const services[] = {"gateway", "sessions", "search", "mail", "billing"};

static void header(const char *name, int step) {
  attrset(A_BOLD);
  mvaddstr(0, 0, name);
  attrset(A_NORMAL);
  mvprintw(0, 10, "step %d", step);
}

static void put_box(int row, int column, int rows, int columns, const cchar_t *corners[4]) {
  mvadd_wch(row, column, corners[0]);
  mvhline_set(row, column + 1, WACS_HLINE, columns - 2);
  mvadd_wch(row, column + columns - 1, corners[1]);
  mvvline_set(row + 1, column, WACS_VLINE, rows - 2);
  mvvline_set(row + 1, column + columns - 1, WACS_VLINE, rows - 2);
  mvadd_wch(row + rows - 1, column, corners[2]);
  mvhline_set(row + rows - 1, column + 1, WACS_HLINE, columns - 2);
  mvadd_wch(row + rows - 1, column + columns - 1, corners[3]);
}

static void draw_counter(int step) {
  const cchar_t *corners[] = {WACS_ULCORNER, WACS_URCORNER, WACS_LLCORNER, WACS_LRCORNER};
  erase();
  header("counter", step);
  put_box(10, 20, 5, 40, corners);
  attrset(A_BOLD | COLOR_PAIR(GREEN));
  mvprintw(12, 34, "value: %5d", step * 7 % 10000);
  attrset(A_NORMAL);
  refresh();
}

static void put_log_line(WINDOW *window, int row, int number) {
  int warns = number % 5 == 0;
  wattrset(window, warns ? COLOR_PAIR(YELLOW) : A_NORMAL);
  mvwprintw(window, row, 0, "%02d:%02d:%02d %s request %d took %d ms", (12 + number / 3600) % 24,
            number / 60 % 60, number % 60, warns ? "warning" : "notice ", number * 7919 % 100000,
            number * 31 % 900);
}

static void draw_log(int step) {
  static WINDOW *lines;
  enum { ROWS = 23 };
  if (lines == NULL) {
    lines = newwin(ROWS, 80, 1, 0);
    scrollok(lines, TRUE);
    idlok(lines, TRUE);
    for (int row = 0; row < ROWS; row++) put_log_line(lines, row, row);
  } else {
    wscrl(lines, 1);
    put_log_line(lines, ROWS - 1, step + ROWS - 1);
  }
  header("log", step);
  wnoutrefresh(stdscr);
  wnoutrefresh(lines);
  doupdate();
}

static struct { int cpu, memory, state; } rows[20];

static void draw_table(int step) {
  static const char *const states[] = {"running", "sleeping", "waiting"};
  if (step == 0) {
    for (int row = 0; row < 20; row++) {
      rows[row].cpu = row * 53 % 1000;
      rows[row].memory = row * 911 % 10000;
      rows[row].state = row % 3;
    }
  } else {
    rows[step * 7 % 20].cpu = step * 37 % 1000;
    rows[(step * 11 + 5) % 20].memory = step * 613 % 10000;
    rows[(step * 13 + 9) % 20].state = step % 3;
  }
  erase();
  header("table", step);
  attrset(A_BOLD);
  mvprintw(1, 0, "%4s %-12s %-8s %6s %8s %-37s", "ID", "NAME", "STATE", "CPU", "MEMORY", "COMMAND");
  for (int row = 0; row < 20; row++) {
    const char *service = services[row % 5];
    char name[32], cpu[16], memory[16], command[64];
    snprintf(name, sizeof name, "%s-%d", service, row);
    snprintf(cpu, sizeof cpu, "%d.%d", rows[row].cpu / 10, rows[row].cpu % 10);
    snprintf(memory, sizeof memory, "%d.%d", rows[row].memory / 10, rows[row].memory % 10);
    snprintf(command, sizeof command, "/usr/bin/%s --worker %d", service, row);
    attrset(row == step % 20 ? A_REVERSE : A_NORMAL);
    mvprintw(2 + row, 0, "%4d %-12s %-8s %6s %8s %-37s", 1000 + row * 37, name,
             states[rows[row].state], cpu, memory, command);
  }
  attrset(A_NORMAL);
  refresh();
}

static void draw_bars(int step) {
  static const char *const labels[] = {"gateway", "sessions", "search", "mail",   "billing", "storage",
                                       "queue",   "cache",    "metrics", "traces", "login",   "reports"};
  static const wchar_t *const parts[] = {L"", L"▏", L"▎", L"▍", L"▌", L"▋", L"▊", L"▉"};
  cchar_t full;
  setcchar(&full, L"█", A_NORMAL, GREEN, NULL);
  erase();
  header("bars", step);
  for (int bar = 0; bar < 12; bar++) {
    int value = 100 + 4 * abs((step * (bar % 4 + 1) + 37 * bar) % 400 - 200);
    int eighths = value * 8 * 67 / 1000;
    mvaddstr(2 + bar, 0, labels[bar]);
    mvhline_set(2 + bar, 9, &full, eighths / 8);
    attrset(COLOR_PAIR(GREEN));
    mvaddwstr(2 + bar, 9 + eighths / 8, parts[eighths % 8]);
    attrset(A_NORMAL);
    mvprintw(2 + bar, 10 + (eighths + 7) / 8, "%d", value);
  }
  refresh();
}

static void draw_boxes(int step) {
  static cchar_t round[4];
  const cchar_t *square[] = {WACS_ULCORNER, WACS_URCORNER, WACS_LLCORNER, WACS_LRCORNER};
  const cchar_t *rounded[] = {&round[0], &round[1], &round[2], &round[3]};
  if (step == 0) {
    static const wchar_t *const corners[] = {L"╭", L"╮", L"╰", L"╯"};
    for (int corner = 0; corner < 4; corner++) setcchar(&round[corner], corners[corner], A_NORMAL, 0, NULL);
  }
  erase();
  header("boxes", step);
  for (int panel = 0; panel < 12; panel++) {
    int row = 1 + panel / 4 * 7, column = panel % 4 * 20;
    int turn = (step + panel) / 3;
    put_box(row, column, 7, 20, square);
    mvprintw(row, column + 2, " panel %d ", panel + 1);
    put_box(row + 1, column + 1, 5, 18, rounded);
    mvprintw(row + 2, column + 2, "cpu %4d %%", (turn * 17 + panel * 5) % 100);
    mvprintw(row + 3, column + 2, "mem %4d MB", (turn * 29 + panel * 31) % 1000);
    mvprintw(row + 4, column + 2, "net %4d kB", (turn * 53 + panel * 7) % 1000);
  }
  refresh();
}

int main(int count, char **words) {
  static const struct { const char *name; void (*draw)(int step); } workloads[] = {
      {"counter", draw_counter}, {"log", draw_log},     {"table", draw_table},
      {"bars", draw_bars},       {"boxes", draw_boxes},
  };
  void (*draw)(int) = NULL;
  for (int number = 0; count == 2 && number < 5; number++) {
    if (strcmp(words[1], workloads[number].name) == 0) draw = workloads[number].draw;
  }
  if (draw == NULL) {
    fprintf(stderr, "usage: ncurses counter|log|table|bars|boxes\n");
    return 64;
  }
  setlocale(LC_ALL, "");
  initscr();
  raw();
  nonl();
  noecho();
  curs_set(0);
  start_color();
  use_default_colors();
  init_pair(GREEN, COLOR_GREEN, -1);
  init_pair(YELLOW, COLOR_YELLOW, -1);
  int step = 0;
  refresh();
  draw(step);
  for (int key; (key = getch()) != 'q' && key != ERR;) {
    if (key == 'n') draw(++step);
  }
  endwin();
  return 0;
}
