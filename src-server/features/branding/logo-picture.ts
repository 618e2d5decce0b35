import { isJpeg, readJpeg } from './jpeg.rules.ts'
import { type Fault, faults, type Picture } from './picture.rules.ts'
import { isPng, readPng } from './png-picture.ts'

/**
 * Returns the picture without its metadata, or the reason for rejecting it. Detects the format by the bytes: the file
 * name and the browser's type are not reliable.
 */
export async function readPicture(bytes: Buffer): Promise<Picture | Fault> {
  if (isPng(bytes)) return readPng(bytes)
  if (isJpeg(bytes)) return readJpeg(bytes)
  return faults.kind
}
