/** An e-mail address that breaks before its host, and elsewhere only where even that has no room. */
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
