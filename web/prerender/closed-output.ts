/**
 * Ends the process when whoever reads its output is gone, as after an abort. Vike prints errors that nobody
 * catches, so it would print the failure to print, and that of this, without end.
 */
for (const output of [process.stdout, process.stderr]) output.on('error', () => process.exit(1))
