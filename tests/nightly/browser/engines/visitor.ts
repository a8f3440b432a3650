/**
 * A browser as a visitor uses it: what the clients of Firefox and WebKit have in common. In Firefox
 * without JavaScript only `go`, `run` and `keys` work; its client does the rest by scripts.
 */
export interface Visitor {
  go(address: string): Promise<void>
  /** Runs in the page, so it can use nothing from its module. */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  click(selector: string): Promise<void>
  /** Adds to the text of a field. */
  type(selector: string, text: string): Promise<void>
  choose(select: string, value: string): Promise<void>
  /** Types into the focused element. A tab moves the focus, a line break presses it. */
  keys(text: string): Promise<void>
  /** The size of the page, without the browser's own controls. In CSS pixels. */
  resize(width: number, height: number): Promise<void>
  close(): Promise<void>
}

interface VisitorOptions {
  readonly scripts?: boolean
  /** Host and port of the proxy that gets every request to another machine. */
  readonly elsewhere: string
}

export interface VisitorKind {
  readonly name: string
  /** The reason why this machine cannot run it, or undefined if it can. */
  missing(): string | undefined
  open(options: VisitorOptions): Promise<Visitor>
}
