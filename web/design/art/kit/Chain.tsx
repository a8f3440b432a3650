/** Two links of a chain: an address on the web. Outlined in a box of 29 by 20 units. */
export function Chain() {
  return (
    <>
      <path d="M12 16a6 6 0 0 0 9 .6l4-4a6 6 0 0 0-8.5-8.5l-2 2" />
      <path d="M17 12a6 6 0 0 0-9-.6l-4 4a6 6 0 0 0 8.5 8.5l2-2" />
    </>
  )
}
