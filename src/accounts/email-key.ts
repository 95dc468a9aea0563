/** Returns the form in which email addresses are compared, ignoring case and Unicode composition (NFC). */
export function emailKey(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
