"""The learning room: first games, pictures, drills, the daily drive, the designer's desk."""
