// Loaded into a process of the API before its own code: says how much memory is in use, when
// it is asked over the channel to its parent.
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.(heapUsed + external)
})

// so that nothing but the API itself keeps it alive
process.channel?.unref()
