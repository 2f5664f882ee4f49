// The one function of bcryptprimitives.dll that programs in Rust ask for, for versions of wine without it, such as 8.0.
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T count) { return RtlGenRandom(data, (ULONG)count); }
