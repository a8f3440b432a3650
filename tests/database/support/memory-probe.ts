// A process of the API loads this before its own code. On a message from its parent, it collects
// garbage and replies with the memory in use.
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})

// The channel must not keep the process alive.
process.channel?.unref()
