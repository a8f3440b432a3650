/** A month of Pro, in USD. Apart from the plans: every page's head knows it, few pages have them. */
export const proPrice = '$12'
