/** A mistake in what the owner wrote. The build shows its message alone, which says what to change. */
export class OwnerError extends Error {
  override readonly name = 'OwnerError'
}
