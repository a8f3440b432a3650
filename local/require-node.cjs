// Ends a script with one sentence if Node.js is too old to run TypeScript. Plain JavaScript,
// because an old Node.js has to run it. On Linux, npm scripts use the Node.js in node_modules.
if (!process.features.typescript) {
  const oldest = require('../package.json').engines.node.replace('>=', '')
  process.stderr.write(
    `This needs Node.js ${oldest} or newer, but ${process.execPath} is ${process.version}.\n`,
  )
  process.exit(1)
}
