// Holds a file open as a viewer does, until standard input ends: holder.exe FILE SHARED, a sum of 1 (others may read), 2 (write), 4 (delete).
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(void) {
  int count;
  wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
  HANDLE file = CreateFileW(words[1], GENERIC_READ, (DWORD)_wtoi(words[2]), NULL, OPEN_EXISTING, 0, NULL);
  puts(file == INVALID_HANDLE_VALUE ? "failed" : "held");
  fflush(stdout);
  return getchar() == 0;
}
