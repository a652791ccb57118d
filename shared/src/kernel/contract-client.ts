// How a client says that it reads the contract as it stands; answers and events of others are translated for older ones.

/** Header of a call. */
export const contractHeader = 'x-guiche-contract'
/** Field of a socket's `auth`, beside `token`. */
export const contractField = 'contract'
/** Value of either. */
export const contractVersion = '1'
