import { isJpeg, readJpeg } from './jpeg.rules.ts'
import { type Fault, faults, type Picture } from './picture.rules.ts'
import { isPng, readPng } from './png-picture.ts'

/** Told apart by its bytes: what a name or a browser says of a file is worth nothing. */
export async function pictureOf(bytes: Buffer): Promise<Picture | Fault> {
  if (isPng(bytes)) return readPng(bytes)
  if (isJpeg(bytes)) return readJpeg(bytes)
  return faults.kind
}
