/** What is compared in searches on this machine: without case and accents, and without spaces around it. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
