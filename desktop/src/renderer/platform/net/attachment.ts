// Stores the file that goes with a record, after the record itself: what fails leaves the record saved.

interface Attached {
  mediaPath: string | null
}

interface Ways<T> {
  upload: (form: FormData) => Promise<T>
  remove: () => Promise<T>
}

/** Uploads a new file, or removes the present one. Spaces in its name become underscores (spec R304). Errors: ApiError. */
export async function saveAttachment<T extends Attached>(
  saved: T,
  { file, isFileRemoved }: { file: File | null; isFileRemoved: boolean },
  { upload, remove }: Ways<T>,
  fields: Record<string, string> = {}
): Promise<T> {
  if (file === null) return isFileRemoved && saved.mediaPath !== null ? remove() : saved
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file, file.name.replaceAll(/\s/g, '_'))
  return upload(form)
}
