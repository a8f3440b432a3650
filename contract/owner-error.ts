/** Its message is a sentence for the owner; `status` is the exit status of the program. */
export class OwnerError extends Error {
  readonly status: number = 1

  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** The command line or a setting is wrong. */
export class UsageError extends OwnerError {
  override readonly status = 2
}
