/** Marks content that is invented, as long as its `sample` is true. */
export const sampleLabel = 'Sample'
