#!/usr/bin/env node
// Starts the program of this platform. It comes as an optional dependency: nothing is downloaded when Muster is installed or run.

"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { optionalDependencies, version } = require("./package.json");

const platform = `${process.platform}-${process.arch}`;
const wanted = `@pass-muster/${platform}`;

/** Ends with 2, as the program does where it cannot work. */
function fail(message) {
  console.error(`muster: ${message}`);
  process.exit(2);
}

/** Returns the path of the program, or ends with a sentence that says what to do. */
function findProgram() {
  const file = process.platform === "win32" ? "muster.exe" : "muster";
  if (!(wanted in optionalDependencies)) {
    const known = Object.keys(optionalDependencies).map((name) => name.split("/")[1]);
    fail(`there is no program for ${platform}, only for ${known.join(", ")}. Build it with Rust: cargo install --locked pass-muster`);
  }
  try {
    return require.resolve(`${wanted}/bin/${file}`);
  } catch {
    return fail(
      `the package ${wanted} is missing. Install again without --omit=optional (or --no-optional); if package-lock.json was made on another ` +
        `system, delete it and node_modules first, or run: npm install ${wanted}@${version}`,
    );
  }
}

const program = findProgram();
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`${program} cannot be started: ${error.message}`));
// A terminal sends its signals to both; others reach the launcher alone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("exit", (code, signal) => {
  if (["SIGSEGV", "SIGBUS", "SIGILL"].includes(signal)) {
    console.error(`muster: ${program} ended with ${signal}. If it does so again, the file may be damaged: install the package again`);
  }
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
});
