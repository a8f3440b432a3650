/** Also matches the list of letters. */
export default '/news*'
