/** An e-mail address that breaks before its `@`, and elsewhere only when that is not enough. */
export function EmailText({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@')
  if (at === -1) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
