export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

/** A promise that the test resolves, to hold requests back. */
export function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
