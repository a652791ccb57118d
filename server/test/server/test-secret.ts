// The application secret of every server that tests start: a database belongs to one.
export const testSecret = 'only-for-tests-only-for-tests-only-for-tests'
