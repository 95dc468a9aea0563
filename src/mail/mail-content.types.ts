/** What a message says, from which its plain text and its HTML are made. Neither loads anything from anywhere. */
export interface MailContent {
  subject: string;
  /** Paragraphs of plain text, before and after the link. */
  before: readonly string[];
  link?: { label: string; url: string };
  after?: readonly string[];
}

export interface ComposedMail {
  to: string;
  content: MailContent;
}
