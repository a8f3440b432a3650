/** Matches the list of the letters as well. */
export default '/news*'
