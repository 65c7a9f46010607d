/** An email address on a narrow screen: it breaks behind its @ before it breaks inside a word. */
export const EmailText = ({ email }: { email: string }) => {
  const domain = email.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {email.slice(0, domain)}
      <wbr />
      {email.slice(domain)}
    </span>
  )
}
