import { deflateSync } from 'node:zlib'

type Pdf = {
  /** Bytes between the header and the first object. */
  head?: string
  /** Further objects, such as `<< /S /JavaScript >>`. */
  more?: readonly string[]
  /** Unpacked content of the page. */
  content?: Buffer
  trailer?: string
  after?: string | Buffer
}

/** Returns a PDF of one page, with a table of its objects. */
export function pdf({
  head = '%\xe2\xe3\xcf\xd3\n',
  more = [],
  content = Buffer.from('BT /F1 12 Tf 50 700 Td (Delivered) Tj ET'),
  trailer = '',
  after = '',
}: Pdf = {}): Buffer {
  const packed = deflateSync(content).toString('latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
    ...more,
  ]
  let text = `%PDF-1.7\n${head}`
  const starts = objects.map((object, at) => {
    const start = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const table = text.length
  const lines = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`
  text += `trailer\n<< /Size ${count} /Root 1 0 R ${trailer}>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.from(after)])
}

/** Returns the end record of an empty ZIP archive. Archive software looks for this record at the end of any file. */
export function archiveEnd(comment = ''): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, Buffer.from(comment)])
}
