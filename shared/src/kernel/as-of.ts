// How old an answer is: the company's event number up to which everything that happened is in it.

/** Header of the answer to a read; absent where the node has seen no event of the company since it started. */
export const asOfHeader = 'x-guiche-as-of'
