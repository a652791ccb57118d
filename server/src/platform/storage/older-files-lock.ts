// The lock between those who remove files of before, those who copy all files, and the one that encrypts them.

/** Of PostgreSQL, by its hash: one for all nodes and programs of a database. */
export const olderFilesLock = 'guiche older files'
