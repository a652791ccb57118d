// Tells electron-builder that the modules lie ready in the app's folder: they were built for every system beforehand.

export const beforeBuild = (): Promise<boolean> => Promise.resolve(false)
