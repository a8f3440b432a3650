/** An error with a message for the owner. `status` is the program's exit status. */
export class OwnerError extends Error {
  readonly status: number = 1

  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** An error in the command line or a setting. */
export class UsageError extends OwnerError {
  override readonly status = 2
}
