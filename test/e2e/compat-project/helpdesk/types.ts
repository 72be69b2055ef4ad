export interface HelpdeskUser {
  id: number;
  mail: string | null;
  full_name?: string;
  created: number;
}
export interface HelpdeskTicket {
  id: number;
  subject: string;
  tags?: string[];
  [field: string]: unknown;
}
