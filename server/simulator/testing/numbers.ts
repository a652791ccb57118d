// Numbers for tests: each test has its own phones and customers, so that no order of the tests matters.
let counter = 0

const next = () => String(++counter).padStart(6, '0')

export const phoneNumber = (): string => `551190${next()}0`
export const customerNumber = (): string => `551198${next()}1`
/** Prefix of the customers of a bulk run. */
export const bulkPrefix = (): string => `5511${String(700 + ++counter)}`
