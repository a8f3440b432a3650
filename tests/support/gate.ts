export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

/** Closed at first: holds requests back until the test lets them through. */
export function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
