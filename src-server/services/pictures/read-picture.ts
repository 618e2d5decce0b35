import { isJpeg, readJpeg } from './jpeg.rules.ts'
import { type Fault, faults, type Picture, type PictureLimits } from './picture.rules.ts'
import { isPng, readPng } from './png-picture.ts'

/**
 * Returns the picture without its metadata, or the reason for rejecting it. Detects the format by the bytes: the file
 * name and the browser's type are not reliable.
 */
export async function readPicture(bytes: Buffer, limits: PictureLimits): Promise<Picture | Fault> {
  if (isPng(bytes)) return readPng(bytes, limits)
  if (isJpeg(bytes)) return readJpeg(bytes, limits)
  return faults.kind
}
